/** Where this server is found, for links that leave it. Never what a client has sent as Host. */
export class Links {
  readonly #basePath: string
  #origin: string | undefined
  readonly #isChosen: boolean

  constructor({ publicUrl, basePath }: { readonly publicUrl: string | undefined; readonly basePath: string }) {
    this.#basePath = basePath
    this.#origin = publicUrl
    this.#isChosen = publicUrl !== undefined
  }

  /** The server listens there: that is its address, unless one was chosen. */
  listensAt(url: string): void {
    if (!this.#isChosen) this.#origin ??= url.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:')
  }

  /** `https://pawl.example.com/base`, without a slash at its end. Without an address it is the path alone. */
  get base(): string {
    return `${this.#origin ?? ''}${this.#basePath}`
  }
}
