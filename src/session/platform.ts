import { DEFAULT_FILE_LIMIT_BYTES } from '../domain/fileValue.ts';
/** Parameters of the installation that are available before the first request. Administrators set them. */
export interface PlatformParameters {
  /** Name of the platform; '' if it is not set: each screen then shows the name in its own document. */
  name: string;
  /** Address of the logo; '' for the built-in logo. */
  logo: string;
  /** Text on how to get an account; '' if it is not set: the screen then shows the text in its document. */
  registerText: string;
  passwordMinLength: number;
  /** Maximum size of an upload in bytes. */
  uploadLimit: number;
  /** Label of the button for signing in at the company's own sign-in service; '' if there is no such service. */
  companySignIn: string;
  /** Content of the watermark: the user's name, with the department or with the date; '' without a watermark. */
  watermark: '' | 'name' | 'nameDept' | 'nameTime';
}

const DEFAULTS: PlatformParameters = {
  name: '',
  logo: '',
  registerText: '',
  passwordMinLength: 8,
  uploadLimit: DEFAULT_FILE_LIMIT_BYTES,
  companySignIn: '',
  watermark: '',
};

/**
 * Reads the parameters that the server wrote into the page. Returns the defaults if there are none or they are not
 * JSON.
 */
export function readPlatformParameters(): PlatformParameters {
  const text = document.querySelector<HTMLMetaElement>('meta[name="platform"]')?.content ?? '';
  if (!text.startsWith('{')) return DEFAULTS;
  try {
    return { ...DEFAULTS, ...(JSON.parse(text) as Partial<PlatformParameters>) };
  } catch {
    return DEFAULTS;
  }
}
