"""The words in which an operation is said: what happens to a dtype, a device, a shape; and how a call is bound."""
