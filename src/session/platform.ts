/** What the page knows of its installation before it asks the server; set by an administrator as parameters. */
export interface PlatformFacts {
  /** '' for the name that the document says. */
  name: string;
  /** Address of the logo; '' for the built-in mark. */
  logo: string;
  /** How somebody gets an account; '' for what the document says. */
  registerText: string;
  passwordMinLength: number;
  /** Bytes. */
  uploadLimit: number;
  /** Words of the button that signs in at the company's own service; '' without one. */
  companySignIn: string;
  /** Of the page's watermark: the reader's name, with department, or with the day; '' without one. */
  watermark: '' | 'name' | 'nameDept' | 'nameTime';
}

const DEFAULTS: PlatformFacts = {
  name: '',
  logo: '',
  registerText: '',
  passwordMinLength: 8,
  uploadLimit: 52_428_800,
  companySignIn: '',
  watermark: '',
};

/** The facts that the server wrote into the page; on another back end, or when they cannot be read, the defaults. */
export function platformFacts(): PlatformFacts {
  const text = document.querySelector<HTMLMetaElement>('meta[name="platform"]')?.content ?? '';
  if (!text.startsWith('{')) return DEFAULTS;
  try {
    return { ...DEFAULTS, ...(JSON.parse(text) as Partial<PlatformFacts>) };
  } catch {
    return DEFAULTS;
  }
}
