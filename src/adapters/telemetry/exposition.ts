// The formats of a scrape: Prometheus text, or OpenMetrics if the scraper asks for it. Only OpenMetrics has exemplars, which
// link a histogram bucket to a trace.
import { Registry } from '@prometheus-io/client';

export type Exposition = { readonly contentType: string; readonly body: string };

const openMetrics = /\bapplication\/openmetrics-text\b/i;

/**
 * The same metrics in an OpenMetrics registry. When the library writes OpenMetrics, it permanently removes `_total` from the
 * names of counters, so it gets wrapper objects, and the Prometheus format keeps its names.
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
