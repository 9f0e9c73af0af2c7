import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';

export interface Captcha {
  uuid: string;
  image: string | null;
  isFailed: boolean;
  refresh(): void;
}

/**
 * Returns the current captcha (AU-007). A late answer to an earlier request is dropped, because its image does not
 * match the current id.
 */
export function useCaptcha(): Captcha {
  const { session } = useServices();
  const [captcha, setCaptcha] = useState<{ uuid: string; image: string | null; isFailed: boolean }>({
    uuid: '',
    image: null,
    isFailed: false,
  });
  const latestRequest = useRef(0);
  const refresh = useCallback(() => {
    latestRequest.current += 1;
    const request = latestRequest.current;
    const show = (next: typeof captcha): void => {
      if (request === latestRequest.current) setCaptcha(next);
    };
    session.captcha().then(
      ({ uuid, image }) => show({ uuid, image, isFailed: false }),
      () => show({ uuid: '', image: null, isFailed: true }),
    );
  }, [session]);
  useEffect(() => {
    refresh();
    // an answer that arrives after unmounting is dropped, too
    return () => {
      latestRequest.current += 1;
    };
  }, [refresh]);
  return { ...captcha, refresh };
}
