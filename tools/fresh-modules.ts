import { vi } from 'vitest'

// Files share a process, so that what comes from packages is loaded once. Our own modules are evaluated anew for each of them: a
// hook that is set where a module begins must be set for each file, and nothing that one file has left behind is seen by the next.
vi.resetModules()
