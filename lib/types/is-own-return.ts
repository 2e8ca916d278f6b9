/** Whether our id names a return of late money: the PSP gave no id, or a person decided that the money was returned. */
export const isOwnReturn = (id: string): boolean => id.startsWith('rv_');
