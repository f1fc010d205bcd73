export { advanceTime } from './advance-time.ts'
export { createPawlWithoutFence } from './create-pawl-without-fence.ts'
export { runJob } from './run-job.ts'
export { type EnqueueSpy, type SeenEnqueue, spyOnEnqueues } from './spy-on-enqueues.ts'
