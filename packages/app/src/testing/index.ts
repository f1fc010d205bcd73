/** The export `@pawl/app/testing`: what tests of applications share. */
export { type Problem, problemIn } from './problem-in.ts'
export { type StatementFault, statementFaults } from './statement-faults.ts'
export { unindexedReferences } from './unindexed-references.ts'
