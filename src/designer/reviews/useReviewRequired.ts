import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { reviewCalls } from './calls.ts';

/** Whether nothing is published without a review; undefined until that is known. For documents that are yet to be made. */
export function useReviewRequired(): boolean | undefined {
  const services = useServices();
  const { load } = useLoad(() => reviewCalls(services).state({ kind: 'form', key: 'new' }), [services]);
  // a company whose state cannot be read finds out at the publication
  return load.state === 'error' ? false : load.value?.isRequired;
}
