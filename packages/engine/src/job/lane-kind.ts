/** line: the normal one. front: released or reclaimed attempts, claimed first. alone: the quarantine, claimed one at a time. */
export type LaneKind = 'line' | 'front' | 'alone'
