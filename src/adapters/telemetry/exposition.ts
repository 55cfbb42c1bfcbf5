// What a scrape gets: Prometheus' own text, or OpenMetrics where the scraper asks for it. OpenMetrics alone has exemplars,
// which lead from a bucket of a histogram to a trace.
import { Registry } from '@prometheus-io/client';

export type Exposition = { readonly contentType: string; readonly body: string };

const openMetrics = /\bapplication\/openmetrics-text\b/i;

/**
 * The same metrics in a registry of the other format. Writing OpenMetrics, the library takes `_total` from the names of
 * counters for good: it gets objects that stand for them, so that the other format keeps its names.
 */
const asOpenMetrics = (registry: Registry): Registry => {
  const other = new Registry(Registry.OPENMETRICS_CONTENT_TYPE);
  for (const metric of registry.getMetricsAsArray()) other.registerMetric(Object.create(metric));
  return other;
};

/** @param accept the `Accept` header of a scrape. */
export const expose = async (registry: Registry, accept: string | undefined): Promise<Exposition> => {
  const asked = openMetrics.test(accept ?? '') ? asOpenMetrics(registry) : registry;
  return { contentType: asked.contentType, body: await asked.metrics() };
};
