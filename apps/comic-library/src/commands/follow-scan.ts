import type { AppCommandContext } from '@pawl/app'
import type { ApiOptions } from '../api/api-options.ts'
import { type ScanView, scanOf } from '../api/scan-of.ts'
import type { ListedLibrary } from '../tables/listed-libraries.ts'
import { ScanReport } from './scan-report.ts'

export type StartedScan = { readonly library: ListedLibrary; readonly job: string; readonly started: boolean }

/** Tells how a scan gets on until it has ended. */
export async function followScan(
  context: AppCommandContext,
  api: ApiOptions,
  { library, job, started }: StartedScan,
): Promise<ScanView> {
  const { pawl, say } = context
  const look = async () => (await scanOf(context, api, library.id))!
  say(`${library.name} (${library.root})${started ? '' : ': a scan is under way, and looks once more at the end'}`)
  const report = new ScanReport(context.live(), library.issues)
  try {
    for await (const _ of pawl.watch(job)) report.update(await look())
    report.update(await look())
  } finally {
    report.end()
  }
  const scan = await look()
  if (scan.state !== 'done')
    say(`the scan of ${library.name} has ${scan.state === 'failed' ? `failed: ${scan.error}` : 'been cancelled'}`)
  return scan
}
