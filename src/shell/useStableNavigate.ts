import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate, type NavigateOptions } from 'react-router-dom';

/** The router's `navigate` for absolute addresses, as a function that is stable across route changes. */
export function useStableNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const latestNavigate = useRef(navigate);
  useLayoutEffect(() => {
    latestNavigate.current = navigate;
  }, [navigate]);
  return useCallback((to, options) => {
    void latestNavigate.current(to, options);
  }, []);
}
