import { placeholderNames, recordListSource } from '../kernel/index.ts';

/** The configuration of a field that requests its options while a person types: keys of its node. */
export interface SearchedNode {
  isRemote?: string;
  remote?: boolean;
  remoteKey?: string;
  resourseApi?: string;
  resourseApiType?: string;
  resourseApiParams?: Readonly<Record<string, unknown>>;
}

/** The typed text and the requested page. */
export interface OptionQuery {
  keyword: string;
  pageNum: number;
  pageSize: number;
}

/** Returns true if a field requests only the options that match a typed text. */
export const isSearched = ({ isRemote, remote }: SearchedNode): boolean => isRemote === '1' && remote === true;

/** Replaces the placeholder `${keyword}`; other placeholders are kept, to be filled from the form's values. */
function replaceKeyword(params: unknown, keyword: string): unknown {
  if (typeof params === 'string') return params.replace(/\$\{\s*keyword\s*\}/g, () => keyword);
  if (Array.isArray(params)) return params.map((item: unknown) => replaceKeyword(item, keyword));
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, replaceKeyword(value, keyword)]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the parameters of the request for one page of options (FK-030, CL-085). The typed text replaces `${keyword}`;
 * without that placeholder, a typed text is added under `remoteKey` (default `keyword`): inside `data` for a POST that
 * lists records or whose parameters contain an object `data`, else at the top level. The page is sent as
 * `page: { pageNum, pageSize }` in a POST, and as `pageNum` and `pageSize` at the top level in a GET.
 */
export function searchedParams(
  node: SearchedNode,
  { keyword, pageNum, pageSize }: OptionQuery,
): Record<string, unknown> {
  const configuredParams = node.resourseApiParams ?? {};
  const isPost = node.resourseApiType?.toUpperCase() === 'POST';
  const page = isPost ? { page: { pageNum, pageSize } } : { pageNum, pageSize };
  if (placeholderNames(configuredParams).includes('keyword'))
    return { ...(replaceKeyword(configuredParams, keyword) as Record<string, unknown>), ...page };
  const keywordParams = keyword === '' ? {} : { [node.remoteKey ?? 'keyword']: keyword };
  const isWrapped =
    isPost &&
    (isObject(configuredParams.data) || recordListSource({ url: node.resourseApi ?? '', method: 'POST' }) !== null);
  return isWrapped
    ? {
        ...configuredParams,
        data: { ...(isObject(configuredParams.data) ? configuredParams.data : {}), ...keywordParams },
        ...page,
      }
    : { ...configuredParams, ...keywordParams, ...page };
}
