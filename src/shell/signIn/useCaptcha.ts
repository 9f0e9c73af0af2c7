import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';

export interface Captcha {
  uuid: string;
  image: string | null;
  isFailed: boolean;
  refresh(): void;
}

/** The captcha on show (AU-007). A late answer to an earlier request is dropped: its picture would not match its id. */
export function useCaptcha(): Captcha {
  const { session } = useServices();
  const [shown, setShown] = useState<{ uuid: string; image: string | null; isFailed: boolean }>({
    uuid: '',
    image: null,
    isFailed: false,
  });
  const latest = useRef(0);
  const refresh = useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    const show = (next: typeof shown): void => {
      if (mine === latest.current) setShown(next);
    };
    session.captcha().then(
      ({ uuid, image }) => show({ uuid, image, isFailed: false }),
      () => show({ uuid: '', image: null, isFailed: true }),
    );
  }, [session]);
  useEffect(() => {
    refresh();
    // an answer that comes after the page is left is dropped too
    return () => {
      latest.current += 1;
    };
  }, [refresh]);
  return { ...shown, refresh };
}
