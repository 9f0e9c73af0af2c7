import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';

export interface Picture {
  /** Object URL for `<img>`; null during loading, after a failure, and if the service cannot read contents. */
  address: string | null;
  hasFailed: boolean;
  retry(): void;
}

/** Loads a picture and returns it as an object URL for `<img>`. Loads nothing before `isWanted` is true. */
export function usePicture(file: FileRecord, isWanted = true): Picture {
  const services = useServices();
  const [address, setAddress] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const reading = isWanted ? services.files.content?.(file) : undefined;
    if (!reading) return undefined;
    let objectUrl: string | null = null;
    let isCurrent = true;
    reading.then(
      (bytes) => {
        if (!isCurrent) return;
        objectUrl = URL.createObjectURL(bytes);
        setAddress(objectUrl);
      },
      () => {
        if (isCurrent) setFailed(true);
      },
    );
    return () => {
      isCurrent = false;
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
    // `file.id` is enough: the content of the file with a given id never changes
    // eslint-disable-next-line react/exhaustive-deps
  }, [services, file.id, attempt, isWanted]);
  return {
    address,
    hasFailed,
    retry() {
      setFailed(false);
      setAttempt(attempt + 1);
    },
  };
}
