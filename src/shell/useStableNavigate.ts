import { useCallback, useLayoutEffect, useRef } from 'react';
import { useNavigate, type NavigateOptions } from 'react-router-dom';

/** Returns the router's `navigate` for absolute addresses as a stable function. */
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
