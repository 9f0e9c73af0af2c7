import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';

/**
 * Object URL of a picture for `<img>`; null while it loads, after a failure, and if the service cannot read contents.
 */
export function usePicture(file: FileRecord): string | null {
  const services = useServices();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const reading = services.files.content?.(file);
    if (!reading) return undefined;
    let objectUrl: string | null = null;
    let isCurrent = true;
    reading.then(
      (bytes) => {
        if (!isCurrent) return;
        objectUrl = URL.createObjectURL(bytes);
        setAddress(objectUrl);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
    // a file with the same id never changes
    // eslint-disable-next-line react/exhaustive-deps
  }, [services, file.id]);
  return address;
}
