type Step = () => unknown

/** What has to be undone, the last first. A step that fails does not keep the others from being taken; its error comes at the end. */
export class Undo {
  readonly #steps: Step[] = []

  add(step: Step): void {
    this.#steps.unshift(step)
  }

  async run(): Promise<void> {
    const failures: unknown[] = []
    for (const step of this.#steps.splice(0)) {
      try {
        await step()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}
