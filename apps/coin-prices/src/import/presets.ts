import type { ImportPreset } from './import-preset.ts'
import { numistaExport } from './presets/numista.ts'
import { openNumismat } from './presets/opennumismat.ts'

/** All exports of other programs that are known. */
export const importPresets: readonly ImportPreset[] = [numistaExport, openNumismat]
