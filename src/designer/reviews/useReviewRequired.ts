import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { reviewCalls } from './calls.ts';

/**
 * Returns true if a review is required before new documents are published; undefined while the answer is loading. The
 * setting is the same for all documents. The request uses the key `new`, which need not exist, because the call
 * requires a key.
 */
export function useReviewRequired(): boolean | undefined {
  const services = useServices();
  const { load } = useLoad(() => reviewCalls(services).state({ kind: 'form', key: 'new' }), [services]);
  // if the request fails, the server still checks the requirement when the document is published
  return load.state === 'error' ? false : load.value?.isRequired;
}
