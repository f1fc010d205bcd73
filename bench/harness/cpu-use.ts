/** What became of the machine's CPU time while something ran, in percent of all of it. */
export type CpuUse = {
  /** Given to other machines by the host. */
  readonly stealPercent: number
  /** Used on this machine by processes that are none of the benchmark's. */
  readonly othersPercent: number
}

/** Since boot: ticks of all CPUs by the machine's count, and the benchmark's own by its processes'. */
export type CpuTicks = { readonly steal: number; readonly busy: number; readonly all: number; readonly own: number }

/** From the first line of /proc/stat: cpu user nice system idle iowait irq softirq steal guest guest_nice. */
export function parseCpuTicks(text: string, own: number): CpuTicks {
  const fields = text.split('\n')[0]!.trim().split(/\s+/).slice(1, 9).map(Number)
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = fields
  const busy = user + nice + system + irq + softirq
  return { steal, busy, all: busy + idle + iowait + steal, own }
}

export function cpuUse(before: CpuTicks, after: CpuTicks): CpuUse {
  const all = Math.max(1, after.all - before.all)
  const others = after.busy - before.busy - (after.own - before.own)
  return {
    stealPercent: ((after.steal - before.steal) / all) * 100,
    othersPercent: Math.max(0, (others / all) * 100),
  }
}
