/** Whether the server can be reached. */
export const server = $state({ lost: false });
