// How many files and sockets the process can have open at the same time.

type Report = { readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } } };

/** Node raises the soft limit to the hard one at start. Infinity where there is none, or the system does not tell. */
export const openFileLimit = (): number => {
  const { userLimits } = process.report.getReport() as Report;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
};
