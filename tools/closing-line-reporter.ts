import { writeSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { closingLine } from './closing-line.ts'
import { type TestOutcome, tallyTests } from './test-tally.ts'

/** Lists every skipped test with its reason and closes the whole run with `N passed, N failed, N skipped`. */
export default class ClosingLineReporter implements Reporter {
  #hasNamePattern = false
  #tally = tallyTests([], 0)

  onInit(vitest: Vitest): void {
    this.#hasNamePattern = vitest.config.testNamePattern !== undefined
    // Vitest may still speak after the last reporter, as when a server is slow to close.
    process.once('exit', (code) => this.#close(code))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const outcomes = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => outcomeOf(test, this.#hasNamePattern)),
    )
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const failedGroups = groups.filter((group) => group.errors().length > 0)
    this.#tally = tallyTests(outcomes, failedGroups.length + unhandledErrors.length)
    if (this.#tally.unexplainedSkips.length > 0) process.exitCode = 1
  }

  #close(exitCode: number): void {
    // Vitest can fail before any test runs: a global set-up that throws, or no file that matches.
    const tally = this.#tally.failed === 0 && exitCode !== 0 ? { ...this.#tally, failed: 1 } : this.#tally
    const lines = [
      ...tally.skips.map(({ name, reason }) => `skipped: ${name}: ${reason}`),
      ...tally.unexplainedSkips.map((name) => `failed: ${name}: skipped without a reason`),
      closingLine(tally),
    ]
    writeSync(1, `${lines.join('\n')}\n`)
  }
}

function outcomeOf(test: TestCase, hasNamePattern: boolean): TestOutcome {
  const result = test.result()
  const reason = result.state === 'skipped' ? result.note : undefined
  return {
    name: `${test.module.relativeModuleId} > ${test.fullName}`,
    state: result.state,
    reason,
    isInsideFailure: isInsideFailure(test),
    isUnselected: hasNamePattern && result.state === 'skipped' && !reason,
  }
}

function isInsideFailure(test: TestCase): boolean {
  let group: TestSuite | TestModule = test.parent
  while (group.type === 'suite' && group.errors().length === 0) group = group.parent
  return group.errors().length > 0
}
