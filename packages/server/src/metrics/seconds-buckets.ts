/** From a millisecond to an hour: jobs are that different. */
export const secondsBuckets = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 30, 60, 300, 900, 3600]
