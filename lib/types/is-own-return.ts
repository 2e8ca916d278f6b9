/** Whether a return of late money is named by our id: its PSP gave none, or a person called it returned. */
export const isOwnReturn = (id: string): boolean => id.startsWith('rv_');
