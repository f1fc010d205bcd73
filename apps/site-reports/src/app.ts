import { type App, defineApp } from '@pawl/app'
import { startSiteReports } from './api/start-site-reports.ts'
import { reportCommands } from './commands/report-commands.ts'
import { type SiteReportsOptions, siteReportsSettings } from './options.ts'
import { rerunDue } from './schedules/rerun-due.ts'
import { takeUpInserted } from './schedules/take-up-inserted.ts'
import { createModel } from './sources/model.ts'
import { siteSources } from './sources/site-sources.ts'
import { reportStages } from './stages/report-stages.ts'

/** Analyses websites in three stages: fetches and reads them, forms a prompt, asks a model. */
export function siteReports(options: SiteReportsOptions = {}): App {
  const settings = siteReportsSettings(options)
  const model = settings.model === undefined ? undefined : createModel(settings.model)
  const stages = reportStages(settings, model)
  const parts = { stages, settings }
  return defineApp({
    name: 'site-reports',
    title: 'Site reports: fetches websites, reads them, asks a model what to think of them',
    sources: [...siteSources(settings.sites), ...(model === undefined ? [] : [model.definition])],
    pipelines: [stages],
    schedules: [takeUpInserted(stages, settings), rerunDue(stages, settings)],
    jobs: [],
    migrations: new URL('./migrations/', import.meta.url),
    routes: async (services) => (await import('./api/api-routes.ts')).apiRoutes({ ...services, ...parts }, services),
    openRoutes: async (services) => (await import('./api/open-routes.ts')).openRoutes(services),
    commands: reportCommands(parts),
    start: startSiteReports(parts, settings),
  })
}
