/** Whether an address turned out to lead inside of the network: no later attempt will call it either. */
export function isRefused(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'address-refused'
}
