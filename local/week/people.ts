/** Who works here: their e-mail addresses say who did what. */
export const support = 'lena.fischer@example.com';
export const operations = 'tom.okafor@example.com';
export const finance = 'ines.marques@example.com';
