import SevenZip from '7z-wasm'

type Packer = {
  readonly FS: { writeFile(name: string, bytes: Uint8Array): void; readFile(name: string): Uint8Array }
  callMain(args: string[]): number
}

/** An archive as 7-Zip itself writes it, with these of its switches. */
export async function packWith7Zip(name: string, bytes: Uint8Array, switches: readonly string[]): Promise<Buffer> {
  const make = SevenZip as unknown as (options: object) => Promise<Packer>
  const { FS, callMain } = await make({ print: () => {}, printErr: () => {} })
  FS.writeFile(name, bytes)
  callMain(['a', '-bd', ...switches, 'packed.bin', name])
  return Buffer.from(FS.readFile('packed.bin'))
}
