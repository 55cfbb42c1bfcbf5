/** The prefix of the names of all metrics of the service. */
export const prefix = 'pdas_';
