/** Milliseconds on the machine's steady clock: processes can compare what they read here. */
export function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
