// The limit of files and sockets that the process may have open.

type Report = { readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } } };

/** Node raises the soft limit to the hard limit at startup. Infinity if there is none, or if it is unknown. */
export const openFileLimit = (): number => {
  const { userLimits } = process.report.getReport() as Report;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
};
