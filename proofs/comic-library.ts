import type { Proof } from './proof.ts'
import { scansUnderKills } from './support/scans-under-kills.ts'

export const comicLibraryProof: Proof = {
  name: 'comic-library',
  sentence:
    'A library scanned under kills ends as one scanned in peace, with no duplicate, empty or miscounted series.',
  async run(log, signal) {
    const result = await scansUnderKills(log, signal)
    const broken: string[] = []
    const expectNone = (count: number, what: string) => {
      if (count > 0) broken.push(`${count} ${what}`)
    }
    expectNone(result.duplicateSeries, 'series were there twice')
    expectNone(result.emptySeries, 'series without files were shown')
    expectNone(result.miscounted, 'series had another count than files')
    expectNone(result.differences, 'rows differ from those of a scan in peace')
    expectNone(result.workersEnded, 'workers ended by themselves')
    const tested: readonly (readonly [enough: boolean, what: string])[] = [
      [result.files >= 3_000, `${result.files} files were scanned, and 3,000 are the least`],
      [result.warnings > 0, 'no file had a fault'],
      [result.kills >= 50, `there were ${result.kills} kills, and 50 are the least`],
    ]
    for (const [enough, what] of tested) if (!enough) broken.push(`not put to the test: ${what}`)
    return { counts: result, broken }
  },
}
