import type { AppLive } from '@pawl/app'
import { expect, test } from 'vitest'
import type { ScanPhase, ScanView } from '../../src/api/scan-of.ts'
import { type PhaseName, phaseNames, scanPhaseLine } from '../../src/api/scan-phase-line.ts'
import { ScanReport } from '../../src/commands/scan-report.ts'
import type { ScanCounts } from '../../src/tables/scans.ts'

const none: ScanCounts = {
  ...{ filesFound: 0, filesNew: 0, filesChanged: 0, filesMoved: 0, filesTouched: 0, filesOrphaned: 0 },
  ...{
    fromComicInfo: 0,
    fromFolderNames: 0,
    fromFileNames: 0,
    warnings: 0,
    seriesNew: 0,
    seriesExisting: 0,
    filesLinked: 0,
    seriesLinked: 0,
  },
  ...{ filesRemoved: 0, coversMade: 0, coversFailed: 0 },
}

test.each<[PhaseName, Partial<ScanCounts>, string]>([
  [
    'discovery',
    { filesFound: 10_234, filesNew: 2_150 },
    'Discovery complete: 10,234 files (2,150 new, 8,084 unchanged)',
  ],
  [
    'discovery',
    { filesFound: 10, filesNew: 1, filesChanged: 2, filesMoved: 3, filesOrphaned: 4 },
    'Discovery complete: 10 files (1 new, 2 changed, 3 moved, 4 unchanged), 4 gone',
  ],
  [
    'metadata',
    { fromComicInfo: 1_890, fromFolderNames: 260 },
    'Metadata complete: 2,150 files (1,890 from ComicInfo, 260 from folder names)',
  ],
  [
    'metadata',
    { fromFolderNames: 1, warnings: 1 },
    'Metadata complete: 1 file (0 from ComicInfo, 1 from folder names), 1 warning',
  ],
  [
    'metadata',
    { fromComicInfo: 1_890, fromFolderNames: 1_200, fromFileNames: 1_060 },
    'Metadata complete: 4,150 files (1,890 from ComicInfo, 1,200 from folder names, 1,060 from file names)',
  ],
  ['series', { seriesNew: 85, seriesExisting: 35 }, 'Series complete: 120 series (85 new, 35 existing)'],
  ['linking', { filesLinked: 2_150, seriesLinked: 120 }, 'Linking complete: 2,150 files linked to 120 series'],
  ['linking', { filesRemoved: 39 }, 'Linking complete: 0 files linked to 0 series, 39 removed'],
  ['covers', { coversMade: 2_150 }, 'Covers complete: 2,150 extracted'],
  ['covers', { coversMade: 1, coversFailed: 2 }, 'Covers complete: 1 extracted, 2 not possible'],
])('the line of the complete phase %s has all counts of it', (phase, counts, line) => {
  expect(scanPhaseLine(phase, { done: 0, total: null, failed: 0 }, { ...none, ...counts }, true)).toBe(line)
})

test('the line of a running phase has the count and the total, as far as it is known', () => {
  const line = (phase: PhaseName, done: number, total: number | null, counts: Partial<ScanCounts> = {}) =>
    scanPhaseLine(phase, { done, total, failed: phase === 'covers' ? 3 : 0 }, { ...none, ...counts }, false)
  expect(line('discovery', 20, null, { filesFound: 1_500 })).toBe('Discovering files: 1,500 found')
  expect(line('metadata', 500, 2_150)).toBe('Extracting metadata: 500/2,150 files')
  expect(line('series', 45, 120)).toBe('Creating series: 45/120')
  // the series that are there already count as done: 85 are missing
  expect(line('series', 10, 85, { seriesExisting: 35 })).toBe('Creating series: 45/120')
  expect(line('series', 7, null)).toBe('Creating series: 7')
  expect(line('linking', 1_500, 2_150)).toBe('Linking files: 1,500/2,150')
  expect(line('covers', 500, 2_150)).toBe('Extracting covers: 500/2,150, 3 failed')
  expect(line('covers', 20, 10)).toBe('Extracting covers: 20/20, 3 failed')
})

function recording(isSeen: boolean) {
  const [said, frames]: [string[], string[][]] = [[], []]
  const live: AppLive = {
    ...{ isSeen, end: () => void frames.push([]), say: (line) => void said.push(line) },
    ...{ bar: (share, columns) => `[${Math.round(share * columns)}]`, show: (lines) => void frames.push([...lines]) },
  }
  return { live, said, frames }
}

/** A scan that is in this phase, as far as told; those before are complete. */
function scanIn(at: PhaseName | 'end', of: Partial<ScanPhase> = {}, counts: Partial<ScanCounts> = {}): ScanView {
  const all = { ...none, ...counts }
  const place = at === 'end' ? phaseNames.length : phaseNames.indexOf(at)
  const phases = phaseNames.map((phase, i): ScanPhase => {
    const state = i < place ? 'complete' : i === place ? 'running' : 'waiting'
    const own = { done: 0, total: null, failed: 0, perSecond: null, leftMs: null, ...(i === place ? of : {}) }
    return {
      phase,
      state,
      ...own,
      line: state === 'waiting' ? '' : scanPhaseLine(phase, own, all, state === 'complete'),
    }
  })
  const about = { runId: 1, jobId: 'job_1', startedAt: null, endedAt: null, error: null }
  return { ...about, state: 'running', phases, counts: all }
}

test('in a terminal each phase has a bar that fills, and what it came to stays above', () => {
  const { live, said, frames } = recording(true)
  const report = new ScanReport(live, 200)
  report.update(scanIn('discovery', {}, { filesFound: 100 }))
  report.update(scanIn('metadata', { done: 50, total: 100, perSecond: 1_234.5, leftMs: 1_500 }, { filesFound: 100 }))
  report.update(scanIn('metadata', { done: 100, total: 100 }, { filesFound: 100 }))
  report.update(scanIn('end', {}, { filesFound: 100 }))
  report.end()
  expect(frames).toEqual([
    ['Discovery [12] Discovering files: 100 found', 'Metadata  [0]', 'Series    [0]', 'Linking   [0]', 'Covers    [0]'],
    [
      'Metadata  [12] Extracting metadata: 50/100 files, 1,235/s, 2 seconds left',
      ...['Series    [0]', 'Linking   [0]', 'Covers    [0]'],
    ],
    ['Metadata  [24] Extracting metadata: 100/100 files', 'Series    [0]', 'Linking   [0]', 'Covers    [0]'],
    [],
    [],
  ])
  expect(said.map((line) => line.split(' ')[0])).toEqual(['Discovery', 'Metadata', 'Series', 'Linking', 'Covers'])
})

test('where nobody looks there is a line for each hundred files, and one for what each phase came to', () => {
  const { live, said } = recording(false)
  const report = new ScanReport(live, 0)
  for (const filesFound of [0, 60, 120, 180, 230]) report.update(scanIn('discovery', {}, { filesFound }))
  // somebody has asked for a scan meanwhile, and it looks once more
  report.update(scanIn('metadata', {}, { filesFound: 300, filesNew: 300 }))
  report.update(scanIn('discovery', {}, { filesFound: 400, filesNew: 400 }))
  for (const done of [99, 250])
    report.update(scanIn('metadata', { done, total: 300 }, { filesFound: 300, filesNew: 300 }))
  expect(said).toEqual([
    'Discovering files: 120 found',
    'Discovering files: 230 found',
    'Discovery complete: 300 files (300 new, 0 unchanged)',
    'Extracting metadata: 250/300 files',
  ])
})
