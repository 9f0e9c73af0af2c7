import type { Kysely } from 'kysely';
import { readParameters } from '../parameters/index.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';

const BYTES_PER_MB = 1024 * 1024;

/**
 * Returns the largest permitted upload in bytes: the limit of the server's settings, or the value of the parameter if
 * it is smaller. `megabytes`: the parameter; 0: not set.
 */
const uploadLimitBytes = (serverLimitBytes: number, megabytes: number): number =>
  megabytes === 0 ? serverLimitBytes : Math.min(serverLimitBytes, megabytes * BYTES_PER_MB);

/**
 * Reads the data about the installation that the page receives before sign-in. These data are public, so they must not
 * contain secrets.
 */
export async function readPageSettings(db: Kysely<Database>, settings: Settings): Promise<Record<string, unknown>> {
  const values = await readParameters(db, settings);
  return {
    name: values.platformName,
    logo: values.platformLogo === '' ? '' : `/api/system/platform/logo?v=${encodeURIComponent(values.platformLogo)}`,
    // a text of the sign-in page that says how a person gets an account
    registerText: values.registerText,
    passwordMinLength: values.passwordMinLength,
    uploadLimit: uploadLimitBytes(settings.fileLimit, values.uploadLimitMb),
    companySignIn: settings.openId?.label ?? '',
    watermark: values.watermark ? values.watermarkText : '',
  };
}
