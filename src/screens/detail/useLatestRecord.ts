import { useEffect, useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { ServiceError } from '../../runtime/services/serviceError.ts';
import type { DetailQuery } from './situation.ts';

/**
 * After a stale save (`error`), loads the latest revision of the record from the server and returns it. Null until it
 * is loaded, and without an error.
 */
export function useLatestRecord({
  services,
  query,
  recordId,
  error,
  onFail,
}: {
  services: Services;
  query: DetailQuery;
  recordId: string | null;
  error: ServiceError | null;
  onFail(error: unknown): void;
}): FormRecord | null {
  const [latest, setLatest] = useState<{ error: ServiceError; record: FormRecord } | null>(null);
  useEffect(() => {
    if (!error || recordId === null) return undefined;
    let isCurrent = true;
    services.records.get(query.formKey, recordId, query.taskId ?? undefined).then(
      (record) => {
        if (isCurrent) setLatest({ error, record });
      },
      (failure: unknown) => {
        if (isCurrent) onFail(failure);
      },
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one request per refused save
  }, [error]);
  return latest && latest.error === error ? latest.record : null;
}
