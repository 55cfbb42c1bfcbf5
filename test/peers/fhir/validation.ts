// Medplum's validator of R4.
import { OperationOutcomeError, validateResource } from '@medplum/core';
import type { OperationOutcomeIssue, Resource } from '@medplum/fhirtypes';

/** The errors of a resource; none if it is valid. */
export const faultsOf = (resource: Resource): readonly OperationOutcomeIssue[] => {
  try {
    return validateResource(resource).filter(({ severity }) => severity === 'error' || severity === 'fatal');
  } catch (error) {
    if (error instanceof OperationOutcomeError) return error.outcome.issue;
    throw error;
  }
};
