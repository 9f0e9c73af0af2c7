import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate, type NavigateOptions } from 'react-router-dom';

/** The router's `navigate` for absolute addresses, with an identity that no change of route changes. */
export function useStableNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useCallback((to, options) => {
    void latest.current(to, options);
  }, []);
}
