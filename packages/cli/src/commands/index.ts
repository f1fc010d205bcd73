import type { CommandEntry } from '../command.ts'

/** In the order in which people meet them. Each is loaded when it is called. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'up',
    summary: 'run everything: database, migrations, workers and server',
    load: async () => (await import('./up.ts')).up,
  },
  {
    name: 'worker',
    summary: 'run jobs until it is told to end; with --drain, until the line is empty',
    load: async () => (await import('./worker.ts')).worker,
  },
  {
    name: 'dev',
    summary: 'as up, and start again whenever a file of the project changes',
    load: async () => (await import('./dev.ts')).dev,
  },
  {
    name: 'migrate',
    summary: 'bring the schema up to date, and those of the server and of the applications',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    name: 'jobs',
    summary: 'look at jobs, run them now, cancel them',
    load: async () => (await import('./jobs/index.ts')).jobs,
  },
  {
    name: 'dead',
    summary: 'look at jobs that will not run again by themselves, replay or discard them',
    load: async () => (await import('./dead/index.ts')).dead,
  },
  {
    name: 'queues',
    summary: 'look at queues, pause them, let them go on',
    load: async () => (await import('./queues/index.ts')).queues,
  },
  {
    name: 'sources',
    summary: 'look at outside services, change their limits, pause them',
    load: async () => (await import('./sources/index.ts')).sources,
  },
  {
    name: 'schedules',
    summary: 'look at schedules, pause them, fire them by hand',
    load: async () => (await import('./schedules/index.ts')).schedules,
  },
  {
    name: 'pipelines',
    summary: 'draw pipelines, with their items by stage, or their runs and how far they have come',
    load: async () => (await import('./pipelines.ts')).pipelines,
  },
  {
    name: 'operations',
    summary: 'list what operators did, on the command line or over HTTP, the newest first',
    load: async () => (await import('./operations.ts')).operations,
  },
  {
    name: 'top',
    summary: 'a live screen of queues, throughput, workers and sources; q quits',
    load: async () => (await import('./top.ts')).top,
  },
  {
    name: 'doctor',
    summary: 'show what is in force and where it comes from, look at the database, say what is to be done',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'completion',
    summary: 'print a script that lets a shell complete commands and options',
    load: async () => (await import('./completion.ts')).completion,
  },
]
