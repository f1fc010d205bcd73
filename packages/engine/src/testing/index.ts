export { advanceTime } from './advance-time.ts'
export { runJob } from './run-job.ts'
export { type EnqueueSpy, type SeenEnqueue, spyOnEnqueues } from './spy-on-enqueues.ts'
export { createPawlWithoutFence } from './without-fence.ts'
