/** Gives the value of a header by its name in lower case: `(name) => response.headers.get(name)`. */
export type HeaderReader = (name: string) => string | null | undefined
