export const stageNames = ['website-analysis', 'prompt-forming', 'model-analysis'] as const
export type StageName = (typeof stageNames)[number]

/** Where a report is: as in report.current_step. */
export type ReportStep = 'not-started' | StageName | 'completed'
