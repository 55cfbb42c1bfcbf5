// The dependencies of the HTTP app. The composition root provides them.
import type { FastifyBaseLogger } from 'fastify';
import type { UseCases } from '../../domain/use-cases/index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FindIssuerEndpoints } from '../../ports/issuer-endpoints.ts';
import type { TelemetryEvents } from '../../ports/telemetry.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { Budget } from '../answers/budget.ts';
import type { TokenVerifierDeps } from '../authentication/access-token.ts';
import type { TryIt } from '../description/api-page.ts';
import type { ApiContact } from '../description/openapi/contact.ts';
import type { GateDeps } from '../gates/index.ts';
import type { AccessLogDeps } from '../operations/access-log.ts';
import type { Offered } from '../operations/offered.ts';
import type { CertifiedKey } from './connection/http-server.ts';
import type { Readiness } from './health.ts';
import type { InFlightRequests } from './in-flight.ts';
import type { ServerLimits } from './limits.ts';

export type AppDeps = Omit<GateDeps, 'verifyToken'> &
  TokenVerifierDeps &
  AccessLogDeps & {
    readonly useCases: UseCases;
    readonly readiness: Readiness;
    /** Whether the service is stopping, but still answers. */
    readonly isStopping: () => boolean;
    readonly budget: Budget;
    readonly inFlightRequests: InFlightRequests;
    readonly telemetry: TelemetryEvents;
    readonly tracing: Tracing;
    readonly clock: Clock;
    readonly logger: FastifyBaseLogger;
    readonly isTrustedProxy: ((address: string) => boolean) | undefined;
    readonly corsOrigins: readonly string[];
    /** The prefix of all paths except health; empty for none. */
    readonly basePath: string;
    readonly requestTimeoutMs: number;
    readonly limits: ServerLimits;
    /** The version of the service. */
    readonly version: string;
    readonly offered: Offered;
    /** The API page and its description; undefined if they are turned off. */
    readonly docs:
      | { readonly issuer: string; readonly contact: ApiContact | undefined; readonly tryIt: TryIt }
      | undefined;
    readonly issuerEndpoints: FindIssuerEndpoints;
    readonly https: CertifiedKey | undefined;
  };
