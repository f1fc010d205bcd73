/**
 * What a report is called in its pipeline: its host is in it, so that a stage knows whom it will call before it reads anything. There is
 * none where another program has written an address that is none.
 */
export function reportItem({ id, address }: { readonly id: number; readonly address: string }): string {
  return `${id}@${URL.canParse(address) ? new URL(address).host : ''}`
}

/** The id of the report that an item is; 0, which no report has, for an item that somebody else has named. */
export function reportOfItem(item: string): number {
  return Number(/^([1-9]\d{0,14})@/.exec(item)?.[1] ?? 0)
}

/** The host of the site that an item is about. */
export function hostOfItem(item: string): string {
  return item.slice(item.indexOf('@') + 1)
}
