import type { Kysely } from 'kysely';
import { readParameters } from '../parameters/index.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';

const MEGA = 1024 * 1024;

/** The largest upload in bytes: the machine's bound, or the parameter below it. */
const uploadLimit = (bound: number, megabytes: number): number =>
  megabytes === 0 ? bound : Math.min(bound, megabytes * MEGA);

/** What the page knows of the installation before sign-in: nothing here may be secret. */
export async function readPageFacts(db: Kysely<Database>, settings: Settings): Promise<Record<string, unknown>> {
  const values = await readParameters(db, settings);
  return {
    name: values.platformName,
    logo: values.platformLogo === '' ? '' : `/api/system/platform/logo?v=${encodeURIComponent(values.platformLogo)}`,
    registerText: values.registerText,
    passwordMinLength: values.passwordMinLength,
    uploadLimit: uploadLimit(settings.fileLimit, values.uploadLimitMb),
    companySignIn: settings.openId?.label ?? '',
    watermark: values.watermark ? values.watermarkText : '',
  };
}
