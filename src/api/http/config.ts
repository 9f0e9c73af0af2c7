import { DEFAULT_FILE_LIMIT_BYTES } from '../../domain/fileValue.ts';
/** Configuration of the front end, set by each installation (EN-009). */
export interface ApiConfig {
  /** Base path or address of all calls, without a slash at the end. */
  base: string;
  /** Value of the Authorization header of the sign-in call; it identifies this front end (CL-001). */
  clientAuthorization: string;
  /** Maximum size of an uploaded file in bytes (DU-003). */
  fileLimit: number;
  /** OD-052: base address for opening pictures and PDF in a new window; '': the server returns a link. */
  fileOutside: string;
}

/** `Basic` + base64 of `web:web`. */
const CLIENT_AUTHORIZATION = 'Basic d2ViOndlYg==';

/**
 * Returns the configuration of a page. `metaBase`: content of `<meta name="api-base">` in index.html, with which the
 * same build can use another back end. If it is empty, `base` is `buildBase` (VITE_API_BASE at build time), else `/api`
 * (RQ-001).
 */
export function readApiConfig(
  metaBase: string | null | undefined,
  buildBase?: string,
  fileOutside?: string | null,
): ApiConfig {
  const base = (metaBase?.trim() || buildBase?.trim() || '/api').replace(/\/+$/, '');
  return {
    base,
    clientAuthorization: CLIENT_AUTHORIZATION,
    fileLimit: DEFAULT_FILE_LIMIT_BYTES,
    fileOutside: fileOutside?.trim().replace(/\/+$/, '') ?? '',
  };
}
