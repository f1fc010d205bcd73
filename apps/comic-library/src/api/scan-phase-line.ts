import type { PhaseView } from 'pawl'
import type { ScanCounts } from '../tables/scans.ts'
import { counted, grouped } from './grouped.ts'

export type PhaseName = 'discovery' | 'metadata' | 'series' | 'linking' | 'covers'
export type PhaseNumbers = Pick<PhaseView, 'done' | 'total' | 'failed'>

export const phaseNames: readonly PhaseName[] = ['discovery', 'metadata', 'series', 'linking', 'covers']

type Say = (phase: PhaseNumbers, counts: ScanCounts) => string

const running: Readonly<Record<PhaseName, Say>> = {
  discovery: (_, { filesFound }) => `Discovering files: ${grouped(filesFound)} found`,
  metadata: (phase) => `Extracting metadata: ${outOf(phase)} files`,
  series: ({ done, total }, { seriesExisting: there }) =>
    `Creating series: ${outOf({ done: there + done, total: total === null ? null : there + total })}`,
  linking: (phase) => `Linking files: ${outOf(phase)}`,
  covers: (phase) => `Extracting covers: ${outOf(phase)}`,
}

const complete: Readonly<Record<PhaseName, Say>> = {
  discovery(_, { filesFound, filesNew, filesChanged, filesMoved, filesOrphaned }) {
    const unchanged = Math.max(0, filesFound - filesNew - filesChanged - filesMoved)
    const kinds = [
      `${grouped(filesNew)} new`,
      ...some(filesChanged, 'changed'),
      ...some(filesMoved, 'moved'),
      `${grouped(unchanged)} unchanged`,
    ]
    return `Discovery complete: ${counted(filesFound, 'file')} (${kinds.join(', ')})${also(filesOrphaned, 'gone')}`
  },
  metadata(_, { fromComicInfo, fromFolderNames, fromFileNames, warnings }) {
    const all = fromComicInfo + fromFolderNames + fromFileNames
    const sources = [
      `${grouped(fromComicInfo)} from ComicInfo`,
      `${grouped(fromFolderNames)} from folder names`,
      ...some(fromFileNames, 'from file names'),
    ]
    const warned = warnings === 0 ? '' : `, ${counted(warnings, 'warning')}`
    return `Metadata complete: ${counted(all, 'file')} (${sources.join(', ')})${warned}`
  },
  series(_, { seriesNew, seriesExisting }) {
    const all = seriesNew + seriesExisting
    return `Series complete: ${grouped(all)} series (${grouped(seriesNew)} new, ${grouped(seriesExisting)} existing)`
  },
  linking(_, { filesLinked, seriesLinked, filesRemoved }) {
    const linked = `${counted(filesLinked, 'file')} linked to ${grouped(seriesLinked)} series`
    return `Linking complete: ${linked}${also(filesRemoved, 'removed')}`
  },
  covers: (_, { coversMade, coversFailed }) =>
    `Covers complete: ${grouped(coversMade)} extracted${coversFailed === 0 ? '' : `, ${grouped(coversFailed)} not possible`}`,
}

/** How far a phase of a scan has come, in words. */
export function scanPhaseLine(name: PhaseName, phase: PhaseNumbers, counts: ScanCounts, isComplete: boolean): string {
  const line = (isComplete ? complete : running)[name](phase, counts)
  return phase.failed === 0 ? line : `${line}, ${grouped(phase.failed)} failed`
}

const outOf = ({ done, total }: Pick<PhaseNumbers, 'done' | 'total'>): string =>
  total === null ? grouped(done) : `${grouped(done)}/${grouped(Math.max(done, total))}`

const some = (count: number, what: string): string[] => (count === 0 ? [] : [`${grouped(count)} ${what}`])

const also = (count: number, what: string): string => (count === 0 ? '' : `, ${grouped(count)} ${what}`)
