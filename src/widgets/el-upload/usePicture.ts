import { useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services/files.ts';

/** Address of a picture's bytes for `<img>`; null while it loads, where it failed, and where pictures cannot be read. */
export function usePicture(file: FileRecord): string | null {
  const services = useServices();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const reading = services.files.content?.(file);
    if (!reading) return undefined;
    let made: string | null = null;
    let isCurrent = true;
    reading.then(
      (bytes) => {
        if (!isCurrent) return;
        made = URL.createObjectURL(bytes);
        setAddress(made);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
    // the record of a file never changes; its id is what it is
    // eslint-disable-next-line react/exhaustive-deps
  }, [services, file.id]);
  return address;
}
