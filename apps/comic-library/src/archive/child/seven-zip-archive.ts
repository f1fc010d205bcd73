import type { ArchiveLimits } from '../archive-limits.ts'
import type { ArchiveFile } from './archive-file.ts'
import type { Archive, Entry } from './entry.ts'
import { ReadError } from './read-error.ts'
import type { RunSevenZip, SevenZipRun } from './seven-zip.ts'

/** Any password will do: without one it would ask, and nobody is there to answer. */
const common = ['-bd', '-sccUTF-8', '-pnone', '--', '/archive']
/** Of a listing: generous, as an entry has some 20 lines. */
const bytesOfEntry = 2_000

/** Opens whatever 7-Zip can read. */
export async function openSevenZipArchive(
  file: ArchiveFile,
  limits: ArchiveLimits,
  run: RunSevenZip,
): Promise<Archive> {
  const listed = await run(file, ['l', '-slt', '-ba', ...common], limits.entries * bytesOfEntry)
  if (listed.isTooLong) throw tooMany(limits)
  refuse(listed)
  const entries = listed.output
    .toString('utf8')
    .split(/\n(?=Path = )/)
    .flatMap(readEntry)
  if (entries.length > limits.entries) throw tooMany(limits)
  return {
    entries,
    async read(name, maxBytes) {
      const entry = entries.find((each) => each.name === name)
      if (entry === undefined) throw new ReadError('no-such-page', 'the archive has no entry of this name')
      if (entry.isEncrypted) throw new ReadError('encrypted', 'it is encrypted')
      const unpacked = await run(file, ['x', '-so', '-spd', ...common, name], maxBytes)
      if (unpacked.isTooLong) throw new ReadError('bomb', `an entry has more than ${maxBytes} bytes`)
      refuse(unpacked)
      return unpacked.output
    },
  }
}

function tooMany({ entries }: ArchiveLimits): ReadError {
  return new ReadError('bomb', `it has more than ${entries} entries`)
}

function refuse({ code, complaints }: SevenZipRun): void {
  if (code <= 1) return
  if (/password|encrypted/i.test(complaints)) throw new ReadError('encrypted', 'it is encrypted')
  if (/memory|allocate/i.test(complaints)) throw new ReadError('bomb', 'it needs more memory to unpack than it may')
  throw new ReadError('corrupt', 'it is broken or cut off')
}

/** The text has lines such as 'Path = a/b.jpg' and 'Size = 17'. */
function readEntry(text: string): Entry[] {
  const lines = new Map(text.split('\n').map(splitLine))
  const name = lines.get('Path')
  if (name === undefined) return []
  const attributes = lines.get('Attributes') ?? ''
  const packed = lines.get('Packed Size')
  return [
    {
      name,
      size: Number(lines.get('Size') ?? 0),
      packedSize: packed === undefined || packed === '' ? undefined : Number(packed),
      isFolder: lines.get('Folder') === '+' || /^\S*D/.test(attributes) || / d[rwxsStT-]{9}/.test(` ${attributes}`),
      isLink: / l[rwxsStT-]{9}/.test(` ${attributes}`) || (lines.get('Symbolic Link') ?? '') !== '',
      isEncrypted: lines.get('Encrypted') === '+',
    },
  ]
}

function splitLine(line: string): [key: string, value: string] {
  const at = line.indexOf(' = ')
  return at < 0 ? [line.replace(/ =$/, ''), ''] : [line.slice(0, at), line.slice(at + 3)]
}
