export { type OpenTelemetryApi, openTelemetry } from './open-telemetry.ts'
